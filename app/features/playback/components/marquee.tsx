const maxStaticLength = 18;

export const isLongTitle = (title: string): boolean => [...title].length > maxStaticLength;

/**
 * A title on one line. A long one scrolls; hover, touch and focus stop it, and with reduced motion it wraps. The style sheet
 * draws the repetition, so that screen readers read it once.
 */
export function Marquee({ text }: { text: string }) {
  if (!isLongTitle(text)) return <>{text}</>;
  return (
    <span className="marquee">
      <span data-text={text}>{text}</span>
    </span>
  );
}
