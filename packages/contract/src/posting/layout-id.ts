import { z } from 'zod';
import { id } from '../core/fields.ts';
import { builtInLayouts } from './rules.ts';

/** The name of a built-in layout, or the id of a layout of the firm. */
export const layoutId = z.union([z.enum(builtInLayouts), id], 'Not a valid id.');
