// The Dockerfile and the compose file of a release: the syntax by dockerfile-utils and, where
// Docker is installed, by `docker compose config`; then our own rules.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { validate } from 'dockerfile-utils';
import { parse } from 'yaml';
import { root } from '../setup.mjs';

const [dockerfile = 'deploy/Dockerfile', compose = 'deploy/compose.yaml'] = process.argv.slice(2);
const { version } = JSON.parse(read('package.json'));
/** The only file of the image's context that is not about the image. */
const releaseFile = 'recoup-*.tar.gz';
const config = read('apps/server/src/startup/environment.ts');
const settings = [...config.matchAll(/\b(?:[A-Z]+_[A-Z_]+|PORT|HOST)\b/g)].map(([name]) => name);
const faults = [
  ...dockerfileFaults(read(dockerfile)).map((fault) => `${dockerfile}: ${fault}`),
  ...[...composeSyntaxFaults(), ...composeFaults(read(compose))].map(
    (fault) => `${compose}: ${fault}`,
  ),
];
for (const fault of faults) console.log(fault);
process.exitCode = faults.length > 0 ? 1 : 0;

/** What is wrong with a Dockerfile. */
function dockerfileFaults(text) {
  const lines = text
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => /^[A-Z]+ /.test(line));
  const starts = lines.flatMap((line, index) => (line.startsWith('FROM ') ? [index] : []));
  const last = lines.slice(starts.at(-1));
  const user = last.findLast((line) => line.startsWith('USER '))?.slice(5) ?? 'root';
  const rules = [
    [lines.every(isPinned), 'an image of FROM has no exact version'],
    [!/^(?:root|0)\b/.test(user), 'the last stage runs as root'],
    [last.some((line) => line.startsWith('HEALTHCHECK ')), 'the last stage has no HEALTHCHECK'],
    [
      last.some((line) => line.startsWith('CMD [')),
      'the last stage has no CMD as a list, so that signals would end at a shell',
    ],
    [!lines.some((line) => line.startsWith('ADD ')), 'ADD may fetch and unpack; COPY does neither'],
    [
      !lines.some((line) => /^(?:ENV|ARG) .*(?:PASSWORD|TOKEN|SECRET|DATABASE_URL)/.test(line)),
      'a secret would stay in the image',
    ],
    [
      last.every((line) => !line.startsWith('COPY ') || line.includes('--from=')),
      'the last stage copies from the folder, not from a stage',
    ],
  ];
  const missing = lines.flatMap((line) => copied(line)).filter((place) => place !== releaseFile);
  return [
    ...validate(text).map(
      ({ message, range }) =>
        `line ${range.start.line + 1}: ${typeof message === 'string' ? message : message.value}`,
    ),
    ...rules.filter(([isKept]) => !isKept).map(([, fault]) => fault),
    ...missing.map((place) => `COPY names ${place}, which is not in the context of a release`),
  ];
}

/** Skipped without Docker: CI has it. */
function composeSyntaxFaults() {
  const hasCompose = spawnSync('docker', ['compose', 'version']).status === 0;
  if (!hasCompose) {
    console.log(`Docker Compose is not installed: the syntax of ${compose} was not checked.`);
    return [];
  }
  const args = ['compose', '-f', compose, 'config', '--quiet', '--no-interpolate'];
  const { status, stderr } = spawnSync('docker', args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? [] : [stderr.trim()];
}

/** Our own rules for a compose file. */
function composeFaults(text) {
  const file = parse(text);
  const secrets = Object.keys(file.secrets ?? {});
  return Object.entries(file.services).flatMap(([name, service]) =>
    [...imageRules(service), ...accessRules(service, secrets)]
      .filter(([isKept]) => !isKept)
      .map(([, fault]) => `the service ${name} ${fault}`),
  );
}

function imageRules(service) {
  const isOwn = service.build !== undefined;
  const named = Object.keys(isOwn ? (service.environment ?? {}) : {});
  return [
    [
      isOwn ? service.image === `recoup:${version}` : isExact(service.image),
      'has no exact version, or not the one of package.json',
    ],
    [isOwn || service.healthcheck !== undefined, 'has no healthcheck'],
    [
      Object.values(service.depends_on ?? {}).every(
        ({ condition }) => condition === 'service_healthy',
      ),
      'starts before the others are ready',
    ],
    [
      named.every((setting) => settings.includes(setting.replace(/_FILE$/, ''))),
      'has a setting that the server does not know',
    ],
  ];
}

function accessRules(service, secrets) {
  return [
    [service.read_only === true, 'can write to its image'],
    [service.cap_drop?.includes('ALL'), 'keeps capabilities'],
    [service.security_opt?.includes('no-new-privileges:true'), 'may gain privileges'],
    [service.privileged !== true && service.network_mode !== 'host', 'is not isolated'],
    [
      (service.ports ?? []).every((port) => String(port).startsWith('127.0.0.1:')),
      'is open to other machines',
    ],
    [
      (service.secrets ?? []).every((secret) => secrets.includes(secret)),
      'names a secret that is not declared',
    ],
    [
      !/(?:PASSWORD|TOKEN|DATABASE_URL)":/.test(JSON.stringify(service.environment ?? {})),
      'has a secret in the clear',
    ],
  ];
}

function isPinned(line) {
  const image = /^FROM (?:--\S+ )?(\S+)/.exec(line)?.[1];
  return image === undefined || isExact(image);
}

/** A version with at least two numbers, or a digest. */
function isExact(image = '') {
  return /@sha256:[0-9a-f]{64}$|:v?\d+\.\d+[\w.-]*$/.test(image);
}

/** The places in the project that a COPY takes. */
function copied(line) {
  if (!line.startsWith('COPY ') || line.includes('--from=')) return [];
  return line.split(/\s+/).slice(1, -1);
}

function read(file) {
  return readFileSync(path.resolve(root, file), 'utf8');
}
