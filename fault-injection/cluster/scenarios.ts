import type { Cluster } from './cluster.ts';
import type { Node } from './patroni.ts';

/** What happens to a cluster under load. */
export type Scenario = {
  name: string;
  /** Another node becomes the primary. */
  replaces: boolean;
  /** Lasts as long as the drill is told to, and not only until entries are recorded again. */
  lasts?: boolean;
  strike(primary: Node, cluster: Cluster): Promise<void> | void;
};

const lose = (node: Node): void => {
  node.cut(['inner', 'outer']);
  node.signal('SIGKILL');
};

export const scenarios: readonly Scenario[] = [
  { name: 'machine of the primary lost', replaces: true, strike: lose },
  {
    name: 'PostgreSQL of the primary killed',
    replaces: true,
    strike: (primary) => primary.signal('SIGKILL', ['postgres']),
  },
  {
    name: 'machine of the primary frozen, and thawed after its replacement',
    replaces: true,
    strike: (primary) => primary.signal('SIGSTOP'),
  },
  {
    name: 'switchover',
    replaces: true,
    strike: async (primary, cluster) =>
      primary.switchOverTo((await cluster.getSynchronousStandby()).name),
  },
  {
    name: 'primary cut off from the other nodes',
    replaces: true,
    strike: (primary) => primary.cut(['inner']),
  },
  {
    name: 'primary cut off from the other nodes and from HAProxy',
    replaces: true,
    strike: (primary) => primary.cut(['inner', 'outer']),
  },
  {
    name: 'machine of the synchronous standby lost',
    replaces: false,
    strike: async (_, cluster) => lose(await cluster.getSynchronousStandby()),
  },
  {
    name: 'both standbys stopped',
    replaces: false,
    lasts: true,
    strike(primary, { nodes }) {
      for (const node of nodes)
        if (node !== primary) node.signal('SIGKILL', ['patroni', 'postgres']);
    },
  },
  {
    name: 'all of etcd stopped',
    replaces: false,
    lasts: true,
    strike(_, { nodes }) {
      for (const node of nodes) node.signal('SIGKILL', ['etcd']);
    },
  },
];
