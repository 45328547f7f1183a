import { splitPlaceReadings } from "#app/lib/place-readings.ts";

/** A text that was brought in, with the readings of its words above them. */
export function RubyText({ text }: { text: string }) {
  return splitPlaceReadings(text).map(({ text: words, reading }, at) =>
    reading ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text have no other name, and never move.
      <ruby key={at}>
        {words}
        <rp>（</rp>
        <rt>{reading.kana}</rt>
        <rp>）</rp>
      </ruby>
    ) : (
      words
    ),
  );
}
