/** Longer titles scroll. */
const maxStaticLength = 18;

export const isLongTitle = (title: string): boolean => [...title].length > maxStaticLength;

/**
 * A title on one line; a long one scrolls through in 10 s, and stops on hover, touch and focus. With reduced motion it
 * wraps instead. The style sheet draws the repeated text, so that screen readers read it once.
 */
export function Marquee({ text }: { text: string }) {
  if (!isLongTitle(text)) return <>{text}</>;
  return (
    <span className="marquee">
      <span data-text={text}>{text}</span>
    </span>
  );
}
