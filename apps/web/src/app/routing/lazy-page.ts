import type { Role } from '@recoup/contract/core/access';
import type { QueryClient } from '@tanstack/react-query';
import { type ComponentType, createElement } from 'react';
import { type LoaderFunctionArgs, useLocation } from 'react-router';
import { session } from '../../platform/session/session.ts';

/** Each visit starts with a new form, even if only the query of the address changed. */
export function form(load: () => Promise<ComponentType>): () => Promise<ComponentType> {
  return async () => {
    const Form = await load();
    return function Visit() {
      return createElement(Form, { key: useLocation().key });
    };
  };
}

type RequestList = (client: QueryClient, params: URLSearchParams) => Promise<void>;

/** Requests a page's list beside the user and the frame. The page shows what failed. */
export function prefetch(client: QueryClient, own: Role, load: () => Promise<RequestList>) {
  return ({ request }: LoaderFunctionArgs) => {
    const { searchParams } = new URL(request.url);
    if (session.hasRole(own))
      void load().then(
        (requestList) => requestList(client, searchParams),
        () => undefined,
      );
    return null;
  };
}

export function Nothing() {
  return null;
}
