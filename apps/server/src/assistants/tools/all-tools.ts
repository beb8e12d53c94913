import { can } from '@recoup/contract/core/access';
import type { Actor } from '../../platform/core/actor.ts';
import { explainPriceTool } from './explain-price.ts';
import { findMatters } from './find-matters.ts';
import { listExceptionsTool } from './list-exceptions.ts';
import { monthFigures } from './month-figures.ts';
import { recordCall } from './record-call.ts';
import type { Tool } from './tool.ts';

const allTools = [findMatters, explainPriceTool, monthFigures, listExceptionsTool, recordCall];

/** Tools that the key may use; the API decides again at each call. */
export function allowedTools(actor: Actor): Tool[] {
  return allTools.filter(({ needs }) => needs.every((action) => can(actor, action) === 'allowed'));
}
