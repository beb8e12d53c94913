import type { Socket } from 'node:net';
import ssh2, { type SFTPWrapper } from 'ssh2';
import { portOf } from './raw-http.ts';
import { fingerprint, type Keys, newHostKeys } from './ssh-keys.ts';

const { OPEN_MODE, STATUS_CODE } = ssh2.utils.sftp;

/**
 * How the server treats what comes next: as a good one, or as one of those that files meet in the
 * world. `dies` ends the connection after a part of a file. `renames late` renames only while the
 * next file is written.
 */
export type SftpManner =
  | 'takes'
  | 'dies'
  | 'is full'
  | 'refuses to write'
  | 'refuses to rename'
  | 'dies after the rename'
  | 'renames late'
  | 'says nothing'
  | 'opens no folders'
  | 'is slow'
  | 'lists without end'
  | 'talks nonsense';

export type SftpSink = {
  port: number;
  /** `SHA256:…` */
  hostKey: string;
  /** Contents by path; a folder is `null`. */
  files: Map<string, Buffer | null>;
  /** When files were changed, in seconds; 0 where nothing says otherwise. */
  times: Map<string, number>;
  /** The paths of files that may not be opened. */
  locked: Set<string>;
  /** The permissions that were set. */
  modes: Set<number>;
  /** The paths that were ever there, in the order of their coming. */
  seen: string[];
  logins: number;
  behave(manner: SftpManner): void;
  close(): Promise<void>;
};

type Setting = {
  user?: string;
  password?: string;
  keys?: Keys;
  /** Shown before `keys`, if a client wants them. */
  moreKeys?: readonly Keys[];
  /** The questions of the server instead of a password. */
  asks?: readonly string[];
  /** In milliseconds: how often it asks whether the client lives. */
  keepaliveInterval?: number;
};
type State = Pick<SftpSink, 'files' | 'locked' | 'modes' | 'seen' | 'times'> & {
  manner: SftpManner;
  late?: () => void;
};

/** Bytes of a file after which the connection ends. */
const partBytes = 40;

/** Before each answer of a slow server. */
const slowMs = 100;

/** A real SFTP server on the loopback address, with the folder `/in`. */
export async function startSftp(setting: Setting & { port?: number } = {}): Promise<SftpSink> {
  const { user = 'recoup', password = 'a-secret-of-sftp', keys = newHostKeys() } = setting;
  const { moreKeys = [], asks, keepaliveInterval } = setting;
  const files = new Map([['/in', null]]);
  const input = { files, times: new Map(), locked: new Set<string>(), seen: [] };
  const state: State = { ...input, modes: new Set(), manner: 'takes' };
  const sockets = new Set<Socket>();
  const sink = { logins: 0 };
  const hostKeys = [...moreKeys, keys].map((each) => each.private);
  const server = new ssh2.Server({ hostKeys, keepaliveInterval }, (client) => {
    // ssh2 does not show it; this is its own name.
    const { _sock: socket } = client as unknown as { _sock: Socket };
    sockets.add(socket);
    client.on('error', () => {});
    client.on('close', () => void sockets.delete(socket));
    client.on('authentication', (auth) => {
      if (auth.username !== user) return auth.reject(['password']);
      if (asks !== undefined && auth.method === 'keyboard-interactive')
        auth.prompt(
          asks.map((prompt) => ({ prompt, echo: false })),
          (answers) => (answers.join(' ') === password ? auth.accept() : auth.reject([])),
        );
      else if (asks === undefined && auth.method === 'password' && auth.password === password)
        auth.accept();
      else auth.reject([asks === undefined ? 'password' : 'keyboard-interactive']);
    });
    client.on('session', (accept) => {
      accept().on('sftp', (acceptSftp) => {
        sink.logins += 1;
        if (state.manner === 'opens no folders') return;
        serve(acceptSftp(), { state, die: () => socket.destroy() });
      });
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(setting.port ?? 0, '127.0.0.1', resolve);
  });
  return {
    port: portOf(server),
    hostKey: fingerprint(keys.public),
    files: state.files,
    locked: state.locked,
    modes: state.modes,
    seen: state.seen,
    times: state.times,
    get logins() {
      return sink.logins;
    },
    behave: (manner) => void (state.manner = manner),
    close: async () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

type Serving = { state: State; die: () => void };

function serve(sftp: SFTPWrapper, { state, die }: Serving): void {
  const { files } = state;
  const ok = (id: number): void => answer(state, () => sftp.status(id, STATUS_CODE.OK));
  const fail = (id: number, code: number = STATUS_CODE.FAILURE, message = ''): void =>
    answer(state, () => sftp.status(id, code, message));
  const missing = (id: number): void => fail(id, STATUS_CODE.NO_SUCH_FILE);
  const handles = serveFolders(sftp, { state, die });
  sftp.on('OPEN', (id, path, flags) => {
    const isWrite = (flags & OPEN_MODE.WRITE) !== 0;
    if (state.locked.has(path) || (isWrite && state.manner === 'refuses to write'))
      return fail(id, STATUS_CODE.PERMISSION_DENIED);
    if (!isWrite && !Buffer.isBuffer(files.get(path))) return missing(id);
    if (state.manner === 'talks nonsense') return talkNonsense(sftp);
    if (isWrite) put(state, path, Buffer.alloc(0));
    return answer(state, () => sftp.handle(id, handles.open(path)));
  });
  sftp.on('WRITE', (id, handle, offset, data) => {
    const path = handles.pathOf(handle);
    const before = files.get(path) ?? Buffer.alloc(0);
    const dying = state.manner === 'dies';
    const part = dying ? data.subarray(0, partBytes) : data;
    if (state.manner === 'is full') return fail(id, STATUS_CODE.FAILURE, 'No space left on device');
    put(state, path, Buffer.concat([before.subarray(0, offset), part]));
    state.late?.();
    return dying ? die() : ok(id);
  });
  sftp.on('READ', (id, handle, offset, length) => {
    const data = files.get(handles.pathOf(handle))?.subarray(offset, offset + length);
    if (!data || data.length === 0) return fail(id, STATUS_CODE.EOF);
    return answer(state, () => sftp.data(id, data));
  });
  sftp.on('REMOVE', (id, path) => (files.delete(path) ? ok(id) : missing(id)));
  sftp.on('RENAME', (id, from, to) => {
    const content = files.get(from);
    if (state.manner === 'renames late') return void (state.late ??= () => move(state, from, to));
    if (!content) return missing(id);
    if (files.has(to) || state.manner === 'refuses to rename') return fail(id);
    move(state, from, to);
    return state.manner === 'dies after the rename' ? die() : ok(id);
  });
}

function serveFolders(sftp: SFTPWrapper, { state }: Serving) {
  const { files } = state;
  const open = new Map<string, string>();
  const listed = new Set<string>();
  const handles = {
    open(path: string): Buffer {
      const handle = String(open.size);
      open.set(handle, path);
      return Buffer.from(handle);
    },
    pathOf: (handle: Buffer) => open.get(String(handle)) ?? '',
  };
  const stat = (id: number, path: string): void => {
    const found = files.get(path);
    if (found === undefined) return answer(state, () => sftp.status(id, STATUS_CODE.NO_SUCH_FILE));
    return answer(state, () => sftp.attrs(id, attributesOf(state, path)));
  };
  sftp.on('STAT', stat);
  sftp.on('LSTAT', stat);
  sftp.on('FSTAT', (id, handle) => stat(id, handles.pathOf(handle)));
  const ok = (id: number): void => answer(state, () => sftp.status(id, STATUS_CODE.OK));
  sftp.on('SETSTAT', ok);
  sftp.on('FSETSTAT', (id, _, { mode }) => {
    state.modes.add(mode);
    ok(id);
  });
  sftp.on('CLOSE', ok);
  sftp.on('REALPATH', (id, path) => {
    const name = { filename: path === '.' ? '/in' : path, longname: path, attrs: attributes(0, 0) };
    answer(state, () => sftp.name(id, [name]));
  });
  sftp.on('MKDIR', (id, path) => {
    if (state.manner === 'refuses to rename')
      return answer(state, () => sftp.status(id, STATUS_CODE.PERMISSION_DENIED));
    files.set(path, null);
    return ok(id);
  });
  sftp.on('OPENDIR', (id, path) => answer(state, () => sftp.handle(id, handles.open(path))));
  sftp.on('READDIR', (id, handle) => {
    const folder = handles.pathOf(handle);
    if (listed.has(String(handle))) return answer(state, () => sftp.status(id, STATUS_CODE.EOF));
    if (state.manner !== 'lists without end') listed.add(String(handle));
    const names = [...files.keys()].filter((path) => path.replace(/\/[^/]*$/, '') === folder);
    const list = names.map((path) => ({
      filename: path.slice(folder.length + 1),
      longname: `${files.get(path) === null ? 'd' : '-'}rw-r--r-- 1 a a 1 Jan 1 2026 ${path}`,
      attrs: attributesOf(state, path),
    }));
    return answer(state, () => sftp.name(id, list));
  });
  return handles;
}

/** A packet of SFTP of a kind that does not exist. */
function talkNonsense(sftp: SFTPWrapper): void {
  // ssh2 does not show the channel below.
  const { _protocol: protocol, outgoing } = sftp as unknown as {
    _protocol: { channelData(id: number, data: Buffer): void };
    outgoing: { id: number };
  };
  protocol.channelData(outgoing.id, Buffer.from([0, 0, 0, 5, 250, 0, 0, 0, 1]));
}

function move(state: State, from: string, to: string): void {
  const content = state.files.get(from);
  if (!content || !state.files.delete(from)) return;
  put(state, to, content);
}

function put({ files, seen }: State, path: string, content: Buffer): void {
  if (!files.has(path)) seen.push(path);
  files.set(path, content);
}

function answer({ manner }: State, reply: () => void): void {
  if (manner === 'is slow') setTimeout(reply, slowMs);
  else if (manner !== 'says nothing') reply();
}

function attributesOf({ files, times }: State, path: string) {
  const content = files.get(path) ?? null;
  const mode = content === null ? 0o040755 : 0o100644;
  return attributes(mode, content?.length ?? 0, times.get(path));
}

function attributes(mode: number, size: number, mtime = 0) {
  return { mode, size, uid: 0, gid: 0, atime: 0, mtime };
}
