/** Titles of more characters than this run (spec 1 §9, "Title marquee"). */
const longTitle = 18;

export const isLongTitle = (title: string): boolean => [...title].length > longTitle;

/**
 * A title on one line; a long one runs through it in 10 s, and rests under a pointer, a finger or the focus. Who wants
 * no motion gets it whole, on as many lines as it needs. The second run is drawn by the style sheet: it is read once.
 */
export function Marquee({ text }: { text: string }) {
  if (!isLongTitle(text)) return <>{text}</>;
  return (
    <span className="marquee">
      <span data-text={text}>{text}</span>
    </span>
  );
}
