/** The columns of an earlier file as the user matched them. */
export type Matched<Mapping> = { columns: readonly string[]; mapping: Mapping };
export type Shape<Mapping> = {
  columns: readonly string[];
  mapping: Mapping;
  isRemembered: boolean;
};

/**
 * Previews a file, again with the columns as they were matched in an earlier one of the same
 * header line.
 */
export async function previewAsMatched<Mapping, Preview extends Shape<Mapping>>(
  matched: Matched<Mapping> | undefined,
  preview: (mapping?: Mapping) => Promise<Preview>,
): Promise<Preview> {
  const first = await preview();
  const isSame = JSON.stringify(first.columns) === JSON.stringify(matched?.columns);
  if (matched === undefined || !isSame) return first;
  return { ...(await preview(matched.mapping)), isRemembered: true };
}
