// The bill of materials of a release, in CycloneDX 1.6.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { packagesFrom } from '../production-packages.mjs';
import { root } from '../setup.mjs';

/**
 * npm writes version 1.5, of all machines, with the time of the run; with `--omit=dev` it leaves
 * out packages that a tool needs too. This is 1.6, has the packages of the release and those of
 * which the page is built, and is made from the content alone.
 */
export function writeBillOfMaterials(file, { version, installed, commit }) {
  const made = JSON.parse(
    execFileSync(
      'npm',
      ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--prefix', root],
      { cwd: root, encoding: 'utf8', maxBuffer: 64 << 20 },
    ),
  );
  const page = packagesFrom(['packages/contract', 'apps/web']).filter(
    ({ isOptional }) => !isOptional,
  );
  const taken = new Set([...installed, ...page].map((each) => `${each.name}@${each.version}`));
  const components = made.components.filter((each) => taken.has(each['bom-ref']));
  if (components.length < taken.size) throw new Error('npm sbom does not name all packages.');
  const product = `recoup@${version}`;
  const refs = new Set([product, ...components.map((each) => each['bom-ref'])]);
  const bill = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      timestamp: new Date(commit.time * 1000).toISOString(),
      lifecycles: [{ phase: 'build' }],
      tools: { components: made.metadata.tools.map(toolComponent) },
      component: { ...made.metadata.component, type: 'application', name: 'recoup' },
    },
    components,
    dependencies: dependencies(made, product, refs),
  };
  writeFileSync(
    file,
    `${JSON.stringify({ ...bill, serialNumber: serialNumber(bill) }, null, 2)}\n`,
  );
}

function toolComponent({ vendor, name, version }) {
  return { type: 'application', group: vendor, name, version };
}

/** Our own workspaces are parts of the product: their packages are its own. */
function dependencies(made, product, refs) {
  const direct = made.dependencies
    .filter(({ ref }) => ref === product || ref.startsWith('@recoup/'))
    .flatMap(({ dependsOn = [] }) => dependsOn);
  const rows = made.dependencies.filter(({ ref }) => ref !== product && refs.has(ref));
  return [{ ref: product, dependsOn: direct }, ...rows].map(({ ref, dependsOn = [] }) => ({
    ref,
    dependsOn: [...new Set(dependsOn)]
      .filter((each) => refs.has(each))
      .toSorted((a, b) => (a < b ? -1 : 1)),
  }));
}

/** A UUID (version 8) of the content. */
function serialNumber(bill) {
  const hex = createHash('sha256').update(JSON.stringify(bill)).digest('hex');
  const variant = ((Number.parseInt(hex[16], 16) & 3) | 8).toString(16);
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return `urn:uuid:${parts.join('-')}`;
}
