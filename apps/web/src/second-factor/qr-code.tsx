import createCode from 'qrcode-generator';
import styles from './second-factor.module.css';

/** White squares around a code, by which a camera finds it. */
const margin = 4;

/** The address of a new secret, for the camera of an app. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const code = createCode(0, 'M');
  code.addData(text);
  code.make();
  const count = code.getModuleCount();
  const size = count + 2 * margin;
  const lines = Array.from({ length: count }, (_, index) => index);
  const squares = lines.flatMap((row) =>
    lines
      .filter((column) => code.isDark(row, column))
      .map((column) => `M${column + margin} ${row + margin}h1v1h-1z`),
  );
  return (
    <svg className={styles.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={squares.join('')} shapeRendering="crispEdges" />
    </svg>
  );
}
