import type { TickRendererProps } from '@visx/axis';

/** The text at a tick of an axis, as visx draws it, which measures its words to wrap them. */
export function axisLabel({ formattedValue, dx, dy, ...label }: TickRendererProps) {
  const { x, y, fill, fontFamily, fontSize, textAnchor } = label;
  return (
    <svg x={dx} y={dy} fontSize={fontSize} overflow="visible">
      <text {...{ x, y, fill, fontFamily, fontSize, textAnchor }}>{formattedValue}</text>
    </svg>
  );
}
