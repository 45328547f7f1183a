import type { Turn } from "#app/engines/script/script.ts";
import { type Id3Frame, longTextFrame, namedTextFrame, textFrame } from "#app/lib/id3-tag.ts";

/** What is said of every track that an engine speaks. */
export const aiNote = "この音声はAIで作られました。";

/** The same where it is spoken, after the script. */
export const aiNoteTurn: Turn = { speaker: "A", text: aiNote, beginsParagraph: true };

/** What a file of ours says of itself whatever becomes of its title: that it is generated speech, and whose voices it has. */
export function provenanceFrames({ credit }: { credit?: string | null | undefined }): Id3Frame[] {
  return [
    namedTextFrame("AI-GENERATED", "AI-generated speech"),
    ...(credit ? [namedTextFrame("VOICE CREDIT", credit)] : []),
    longTextFrame("COMM", credit ? `${aiNote}音声 ${credit}` : aiNote),
    textFrame("TLAN", "jpn"),
    textFrame("TPUB", "Mugen"),
  ];
}
