// One audio job of a member's longest text in a process of its own; prints the most memory that it held (MB).
import { produceAudio } from "#app/engines/audio/produce-audio.ts";
import { createHtsEngine } from "#app/engines/speech/hts/hts-engine.ts";
import { longestScript } from "./longest-script.ts";

const engine = await createHtsEngine();
const signal = AbortSignal.timeout(15 * 60_000);
await produceAudio({ turns: longestScript(), engine, speakingRate: 1, signal });
console.log(process.resourceUsage().maxRSS / 1024);
process.exit(0);
