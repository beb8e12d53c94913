import type { Action } from '@recoup/contract/core/access';
import type { z } from 'zod';
import type { CallApi } from '../api-calls.ts';

export type ToolContext = { call: CallApi; now: Date };

type Described = {
  name: string;
  title: string;
  description: string;
  /** The rights without which it cannot do anything. */
  needs: readonly Action[];
  isWrite: boolean;
};

/**
 * A tool of assistants. Names, descriptions and schemas are constants: what people typed reaches an
 * assistant as data of a result alone.
 */
export type Tool = Described & {
  input: z.ZodObject;
  output: z.ZodObject;
  run(args: unknown, context: ToolContext): Promise<Record<string, unknown>>;
};

/** Keeps the types of the schemas for `run`, whose arguments have passed `input`. */
export function defineTool<I extends z.ZodObject, O extends z.ZodObject>(
  tool: Described & {
    input: I;
    output: O;
    run(args: z.output<I>, context: ToolContext): Promise<z.output<O>>;
  },
): Tool {
  return tool;
}

/** Thrown for arguments that a tool cannot use; `details` help an assistant to correct them. */
export class ToolError extends Error {
  readonly details: object;
  constructor(message: string, details: object = {}) {
    super(message);
    this.details = details;
  }
}

/** The rows of a page: a result must stay small for an assistant. */
export const rowsPerPage = 20;
