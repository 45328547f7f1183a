import { createEspeakEngine } from "./espeak-ng.ts";
import type { OpenJtalkPlaces } from "./find-open-jtalk.ts";
import { createOpenJtalkEngine } from "./open-jtalk.ts";
import type { SpeechEngine } from "./speech-engine.ts";

/**
 * The local speech engine of the configuration. `auto` is Open JTalk where its program and dictionary are found and
 * the bundled eSpeak NG otherwise (decisions: "Creation"). Throws when Open JTalk is asked for and missing,
 * or when a place named for it is wrong. `workDir` takes temporary files.
 */
export async function chooseSpeechEngine(o: {
  engine: "auto" | "open-jtalk" | "espeak-ng";
  openJtalk?: OpenJtalkPlaces | undefined;
  workDir: string;
}): Promise<SpeechEngine> {
  if (o.engine === "espeak-ng") return createEspeakEngine();
  const openJtalk = await createOpenJtalkEngine({ ...o.openJtalk, workDir: o.workDir });
  if (openJtalk) return openJtalk;
  if (o.engine === "auto") return createEspeakEngine();
  throw new Error(
    "Open JTalk is not installed: set OPEN_JTALK_PROGRAM and OPEN_JTALK_DICTIONARY, or choose another speech engine",
  );
}
