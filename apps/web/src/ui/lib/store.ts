import { useSyncExternalStore } from 'react';

export type Store<Value> = {
  get: () => Value;
  set: (value: Value) => void;
  /** Returns the end of the subscription. */
  subscribe: (listener: () => void) => () => void;
};

/** A value that lives outside React. */
export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useStore<Value>({ subscribe, get }: Store<Value>): Value {
  return useSyncExternalStore(subscribe, get);
}
