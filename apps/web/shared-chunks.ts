/** A module as Rolldown describes it. */
type Module = {
  importedIds: readonly string[];
  dynamicallyImportedIds: readonly string[];
  code: string | null;
};
export type FindModule = (id: string) => Module | null;
type Chunk = {
  modules: readonly string[];
  size: number;
  /** Pages whose first view needs one of the modules. */
  pages: Set<string>;
  /** A chunk of a library, or of what most pages need. */
  kind?: string;
};

/**
 * A page makes nine requests in two turns of HTTP/1.1: the page itself, with the start, and the
 * script of the frame keep two of its six connections busy for longer than one. The frame and the
 * user are two; the others are data and chunks of its own and shared code.
 */
const spareRequests = 7;
/** A further file is worth so many characters of code: a turn of a slow network. */
const fileCost = 30_000;
/** How much more a character counts on the first page of a role, which each visit begins with. */
const firstWeight = 5;
/** A file that begins a third turn costs so many characters. */
const overCost = 150_000;
/**
 * The libraries of pages with a form: the schemas are the larger half, and many forms have none.
 * Each has a chunk of its own, with all that only pages with the library need.
 */
const formLibraries = ['/zod/', '/@mantine/form/'];
/** Fewest pages that share a module of the chunk of a library, or of that of all pages. */
const sharedBy = { library: 5, all: 8 };

type Roots = {
  frame: readonly string[];
  pages: readonly string[];
  /** The first pages of roles, among them. */
  firstPages: readonly string[];
  /** How many requests of data a page begins with; the user is not one of them. */
  requests: ReadonlyMap<string, number>;
};

/**
 * Names the chunk of each module that the first view of a page needs and the frame has not. It
 * begins with one chunk for each set of pages that share a module, joins those of forms and those
 * of most pages, and then the two whose union saves most, until nothing saves: files on one side,
 * code that a page does not need on the other.
 * Returns the chunk's name for the module's id, or null for what the frame has or dialogs alone
 * need.
 */
export function nameSharedChunks(
  find: FindModule,
  { frame, pages, firstPages, requests }: Roots,
): (id: string) => string | null {
  const shared = chunksBySharing(find, frame, pages);
  const begun = joinByLibrary(shared, find, { frame, pages });
  const chunks = joinChunks(begun, find, { firstPages, requests }).toSorted(
    (one, other) => other.pages.size - one.pages.size,
  );
  const names = new Map(
    chunks.flatMap(({ modules }, index) => modules.map((id) => [id, `shared-${index}`] as const)),
  );
  return (id) => names.get(id) ?? null;
}

function chunksBySharing(
  find: FindModule,
  frame: readonly string[],
  pages: readonly string[],
): Chunk[] {
  const known = ofFrame(find, frame);
  const users = new Map<string, Set<string>>();
  for (const page of pages)
    for (const id of closure(find, [page])) if (!known.has(id)) usersFor(users, id).add(page);
  const needs = new Map([...users].map(([id, all]) => [id, new Set(all)]));
  addUsersByDialogs(find, users, { frame, pages });
  const chunks = new Map<string, Chunk & { modules: string[] }>();
  for (const [id, all] of users) {
    // Apart what one page needs at once and another for a dialog alone.
    const key = [all, needs.get(id) ?? []].map((some) => [...some].toSorted().join()).join('|');
    const chunk = chunks.get(key) ?? { modules: [], size: 0, pages: new Set() };
    chunk.modules.push(id);
    chunk.size += find(id)?.code?.length ?? 0;
    for (const page of needs.get(id) ?? []) chunk.pages.add(page);
    chunks.set(key, chunk);
  }
  return [...chunks.values()];
}

/** A dialog loads what it shares with a page: not the whole page where it opens elsewhere too. */
function addUsersByDialogs(
  find: FindModule,
  users: Map<string, Set<string>>,
  { frame, pages }: Pick<Roots, 'frame' | 'pages'>,
): void {
  for (const page of [...pages, ...frame])
    for (const id of closure(find, laterParts(find, page, pages))) users.get(id)?.add(page);
}

/** The chunks of the form libraries and of what most pages need stay apart. */
function joinByLibrary(
  chunks: readonly Chunk[],
  find: FindModule,
  { frame, pages }: Pick<Roots, 'frame' | 'pages'>,
): Chunk[] {
  const known = ofFrame(find, frame);
  const formPages = formLibraries.map((library) =>
    pages.filter((page) =>
      [...closure(find, [page])].some((id) => !known.has(id) && id.includes(library)),
    ),
  );
  const kindOf = ({ pages: users }: Chunk): string | undefined => {
    const library = formPages.findIndex((all) => [...users].every((page) => all.includes(page)));
    if (library !== -1 && users.size >= sharedBy.library) return formLibraries[library];
    return users.size >= sharedBy.all ? 'all' : undefined;
  };
  const kinds = [...formLibraries, 'all'].flatMap((kind) => {
    const some = chunks.filter((chunk) => kindOf(chunk) === kind);
    return some.length === 0 ? [] : [{ ...some.reduce(joined), kind }];
  });
  return [...kinds, ...chunks.filter((chunk) => kindOf(chunk) === undefined)];
}

function joined(a: Chunk, b: Chunk): Chunk {
  const kind = a.kind ?? b.kind;
  return {
    modules: [...a.modules, ...b.modules],
    size: a.size + b.size,
    pages: new Set([...a.pages, ...b.pages]),
    ...(kind !== undefined && { kind }),
  };
}

function joinChunks(
  first: readonly Chunk[],
  find: FindModule,
  roots: Pick<Roots, 'firstPages' | 'requests'>,
): readonly Chunk[] {
  let chunks = first;
  for (;;) {
    const imports = importedChunks(chunks, find);
    spreadPages(chunks, imports);
    const costs = new Map(
      chunks.map((chunk) => [chunk, costsByPage(chunk, chunks, imports, roots)]),
    );
    const best = chunks
      .flatMap((a, index) =>
        chunks.slice(index + 1).map((b) => ({ a, b, gain: gain(a, b, costs) })),
      )
      .filter(({ a, b, gain: saved }) => saved > 0 && (!a.kind || !b.kind))
      .toSorted((one, other) => other.gain - one.gain)
      .find(({ a, b }) => !hasWayAround(a, b, imports) && !hasWayAround(b, a, imports));
    if (!best) return chunks;
    const { a, b } = best;
    chunks = [...chunks.filter((chunk) => chunk !== a && chunk !== b), joined(a, b)];
  }
}

/** The chunks that each imports, itself or by way of others. */
type Imports = ReadonlyMap<Chunk, ReadonlySet<Chunk>>;

function importedChunks(chunks: readonly Chunk[], find: FindModule): Imports {
  const owners = new Map(
    chunks.flatMap((chunk) => chunk.modules.map((id) => [id, chunk] as const)),
  );
  const found = new Map<Chunk, Set<Chunk>>();
  const visit = (chunk: Chunk): Set<Chunk> => {
    const known = found.get(chunk);
    if (known) return known;
    const all = new Set<Chunk>();
    found.set(chunk, all);
    for (const id of chunk.modules.flatMap((module) => find(module)?.importedIds ?? [])) {
      const owner = owners.get(id);
      if (!owner || owner === chunk) continue;
      all.add(owner);
      for (const further of visit(owner)) all.add(further);
    }
    return all;
  };
  for (const chunk of chunks) visit(chunk);
  return found;
}

function spreadPages(chunks: readonly Chunk[], imports: Imports): void {
  for (const chunk of chunks)
    for (const imported of imports.get(chunk) ?? [])
      for (const page of chunk.pages) imported.pages.add(page);
}

/** The cost of a chunk, with its imports, for each page that does not load it yet. */
function costsByPage(
  chunk: Chunk,
  chunks: readonly Chunk[],
  imports: Imports,
  { firstPages, requests }: Pick<Roots, 'firstPages' | 'requests'>,
) {
  const costs = new Map<string, number>();
  const counts = new Map<string, number>();
  for (const { pages } of chunks)
    for (const page of pages) counts.set(page, (counts.get(page) ?? 0) + 1);
  for (const [page, count] of counts) {
    const isFull = count > Math.max(1, spareRequests - (requests.get(page) ?? 0));
    const further = [...(imports.get(chunk) ?? [])].filter(({ pages }) => !pages.has(page));
    const one = fileCost + (isFull ? overCost : 0);
    const weight = firstPages.includes(page) ? firstWeight : 1;
    costs.set(page, weight * (chunk.pages.has(page) ? -one : sum(further, one) + chunk.size));
  }
  return costs;
}

function sum(chunks: readonly Chunk[], each: number): number {
  return chunks.reduce((all, { size }) => all + size + each, 0);
}

/** The saving of joining the two; negative if it costs more. */
function gain(a: Chunk, b: Chunk, costs: ReadonlyMap<Chunk, ReadonlyMap<string, number>>): number {
  let saved = 0;
  for (const page of new Set([...a.pages, ...b.pages])) {
    const missing = a.pages.has(page) ? b : a;
    saved -= costs.get(missing)?.get(page) ?? 0;
  }
  return saved;
}

/** Whether one imports the other by way of a third one: as one chunk it would import itself. */
function hasWayAround(from: Chunk, to: Chunk, imports: Imports): boolean {
  return [...(imports.get(from) ?? [])].some(
    (chunk) => chunk !== to && (imports.get(chunk)?.has(to) ?? false),
  );
}

/**
 * The modules of the frame, without those of a library's index: it names all of them, of which the
 * frame has those that it uses, and pages share the others.
 */
function ofFrame(find: FindModule, frame: readonly string[]): Set<string> {
  const isIndex = (id: string) => id.includes('/node_modules/') && id.endsWith('/index.js');
  return closure((id) => (isIndex(id) ? null : find(id)), frame);
}

/** All modules that these import before they run, themselves included. */
function closure(find: FindModule, ids: readonly string[]): Set<string> {
  const found = new Set<string>();
  const open = [...ids];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    open.push(...(find(id)?.importedIds ?? []));
  }
  return found;
}

/** Dialogs and other parts that a page loads later, and that those load. */
function laterParts(find: FindModule, page: string, pages: readonly string[]): string[] {
  const found = new Set<string>();
  const open = [page];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const parts = [...closure(find, [id])]
      .flatMap((module) => find(module)?.dynamicallyImportedIds ?? [])
      .filter((part) => !found.has(part) && !pages.includes(part));
    for (const part of parts) found.add(part);
    open.push(...new Set(parts));
  }
  return [...found];
}

function usersFor(sets: Map<string, Set<string>>, id: string): Set<string> {
  const set = sets.get(id) ?? new Set();
  sets.set(id, set);
  return set;
}
