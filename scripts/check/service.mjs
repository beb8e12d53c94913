// The systemd unit: its keys by a list, the sandbox that must stay, and where systemd is installed
// `systemd-analyze verify` and its measure of exposure.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../setup.mjs';

const [unit = 'deploy/recoup.service'] = process.argv.slice(2);
/** Tenths: systemd calls up to 2.0 well protected. */
const maxExposure = '20';
/** Values that the sandbox must have. */
const sandbox = {
  CapabilityBoundingSet: '',
  AmbientCapabilities: '',
  LockPersonality: 'yes',
  NoNewPrivileges: 'yes',
  PrivateDevices: 'yes',
  PrivateTmp: 'yes',
  ProtectClock: 'yes',
  ProtectControlGroups: 'yes',
  ProtectHome: 'yes',
  ProtectHostname: 'yes',
  ProtectKernelLogs: 'yes',
  ProtectKernelModules: 'yes',
  ProtectKernelTunables: 'yes',
  ProtectProc: 'invisible',
  ProtectSystem: 'strict',
  RemoveIPC: 'yes',
  RestrictAddressFamilies: 'AF_UNIX AF_INET AF_INET6',
  RestrictNamespaces: 'yes',
  RestrictRealtime: 'yes',
  RestrictSUIDSGID: 'yes',
  SystemCallArchitectures: 'native',
  SystemCallErrorNumber: 'EPERM',
  SystemCallFilter: '@system-service',
};
const known = {
  Unit: [
    'Description',
    'Documentation',
    'Wants',
    'After',
    'StartLimitIntervalSec',
    'StartLimitBurst',
  ],
  Service: [
    'User',
    'Group',
    'Environment',
    'EnvironmentFile',
    'ExecStart',
    'Restart',
    'RestartSec',
    'KillMode',
    'TimeoutStopSec',
    'StateDirectory',
    'StateDirectoryMode',
    'UMask',
    'MemoryHigh',
    'MemoryMax',
    'TasksMax',
    'LimitNOFILE',
    ...Object.keys(sandbox),
  ],
  Install: ['WantedBy'],
};

const text = readFileSync(path.resolve(root, unit), 'utf8');
const faults = [...keyFaults(), ...sandboxFaults(), ...settingFaults(), ...systemdFaults()];
for (const fault of faults) console.log(`${unit}: ${fault}`);
process.exitCode = faults.length > 0 ? 1 : 0;

/** A key that is misspelt or in the wrong section counts for nothing. */
function keyFaults() {
  let section = '';
  return text.split('\n').flatMap((line) => {
    section = /^\[(\w+)\]$/.exec(line)?.[1] ?? section;
    const key = /^([^#=[]+)=/.exec(line)?.[1];
    const isKnown = key === undefined || known[section]?.includes(key);
    return isKnown ? [] : [`[${section}] has no key ${key}`];
  });
}

function sandboxFaults() {
  return Object.entries(sandbox)
    .filter(([key, value]) => !text.split('\n').includes(`${key}=${value}`))
    .map(([key, value]) => `${key} must be "${value}"`);
}

/** The settings in the unit are those of the server. */
function settingFaults() {
  const config = readFileSync(path.join(root, 'apps/server/src/startup/environment.ts'), 'utf8');
  const named = [...text.matchAll(/\b(RECOUP_[A-Z_]+)/g)].map(([, name]) => name);
  return named.filter((name) => !config.includes(name)).map((name) => `no setting ${name}`);
}

function systemdFaults() {
  if (spawnSync('systemd-analyze', ['--version']).status !== 0) {
    console.log(`systemd is not installed: the syntax of ${unit} was not checked.`);
    return [];
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'recoup-unit-'));
  const file = path.join(folder, 'recoup.service');
  // Node may be elsewhere on this machine, and no release is unpacked.
  writeFileSync(file, text.replace('/usr/bin/node', process.execPath));
  const security = ['security', '--offline=true', '--no-pager', `--threshold=${maxExposure}`];
  try {
    return [['verify', '--man=no'], security].flatMap((words) => {
      const { status, stdout, stderr } = spawnSync('systemd-analyze', [...words, file], {
        encoding: 'utf8',
      });
      const isGood = status === 0 && (words === security || stderr === '');
      return isGood ? [] : [`systemd-analyze ${words[0]}: ${stderr}${stdout.trim()}`];
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
