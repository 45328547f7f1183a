import { splitMorae } from "#app/engines/pronunciations/katakana.ts";
import type { WordPronunciation } from "./word-reading.ts";

/** Morae count from 1; the one behind the last is what follows the word. */
export const isHigh = (accent: number, mora: number): boolean =>
  accent === 1 ? mora === 1 : mora > 1 && (accent === 0 || mora <= accent);

/** Says a reading for those who can't see the line. */
export function pronunciationLabel({ reading, accent }: WordPronunciation): string {
  if (accent === null) return reading;
  return accent === 0 ? `${reading}、下がらない` : `${reading}、${accent}番目の音のあとで下がる`;
}

const width = 22;
const levels = { high: 5, low: 15 };

/** Draws the pitch as a line over morae; the last point is what follows the word. */
export function AccentLine({ reading, accent }: WordPronunciation) {
  const morae = splitMorae(reading);
  if (accent === null) return <span className="wrap-anywhere">{reading}</span>;
  const points = [...morae.keys(), morae.length].map((index) => ({
    x: index * width + width / 2,
    y: isHigh(accent, index + 1) ? levels.high : levels.low,
  }));
  return (
    <svg
      role="img"
      aria-label={pronunciationLabel({ reading, accent })}
      width={(morae.length + 1) * width}
      height={40}
      viewBox={`0 0 ${(morae.length + 1) * width} 40`}
      className="max-w-full"
    >
      <polyline
        points={points.map(({ x, y }) => `${x},${y}`).join(" ")}
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
      />
      {points.map(({ x, y }, index) => (
        <circle
          key={x}
          cx={x}
          cy={y}
          r={3.5}
          fill={index === morae.length ? "none" : "currentColor"}
          stroke="currentColor"
        />
      ))}
      {morae.map((mora, index) => (
        <text
          // biome-ignore lint/suspicious/noArrayIndexKey: morae repeat, and never reorder.
          key={index}
          x={index * width + width / 2}
          y={35}
          textAnchor="middle"
          fill="currentColor"
          fontSize={14}
        >
          {mora}
        </text>
      ))}
    </svg>
  );
}
