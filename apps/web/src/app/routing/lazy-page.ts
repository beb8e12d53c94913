import { type ComponentType, createElement } from 'react';
import { useLocation } from 'react-router';

export function page(load: () => Promise<ComponentType>) {
  return { Component: load };
}

/** Each visit starts with a new form, even if only the query of the address changed. */
export function form(load: () => Promise<ComponentType>) {
  return page(async () => {
    const Form = await load();
    return function Visit() {
      return createElement(Form, { key: useLocation().key });
    };
  });
}

export function always(): boolean {
  return true;
}

export function Nothing() {
  return null;
}
