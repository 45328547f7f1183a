import { fillForPress, fillPlaylist } from "../fill/fill-for-browser.ts";
import type { Installation } from "../fill/fill-installation.ts";
import { lighthouseGoals, measureLighthouse, reachesGoals } from "../measure/measure-lighthouse.ts";
import { measurePlaylist, playlistGoals } from "../measure/measure-playlist.ts";
import { measurePress, slowPhone } from "../measure/measure-press.ts";
import { dataDir, filled, startMugen } from "../mugen.ts";
import { decimal, results, table } from "../results.ts";

export async function lighthouse({ trackId }: Installation): Promise<void> {
  console.error("Lighthouse …");
  const mugen = await startMugen({ DATA_DIR: filled });
  const scores = await measureLighthouse({
    port: mugen.port,
    paths: [
      { page: "home", path: "/" },
      { page: "search", path: "/search" },
      { page: "track", path: `/track/${trackId}` },
    ],
  });
  await mugen.stop();
  const goals = lighthouseGoals;
  for (const score of scores) {
    table.note(
      `Lighthouse, ${score.page}`,
      [score.performance, score.accessibility, score.bestPractices, score.seo].join("/"),
      reachesGoals(score) ? "" : "MISSED",
      `LCP ${decimal(score.lcpMs)} ms, TBT ${decimal(score.tbtMs)} ms, CLS ${score.cls.toFixed(3)}` +
        `${score.failures.length > 0 ? `; ${score.failures.join(", ")}` : ""}`,
    );
  }
  table.note(
    "Lighthouse, goals",
    [goals.performance, goals.accessibility, goals.bestPractices, goals.seo].join("/"),
    "",
    `LCP ${decimal(goals.lcpMs)} ms, TBT ${goals.tbtMs} ms, CLS ${goals.cls}`,
  );
  results.lighthouse = scores;
}

export async function press(): Promise<void> {
  console.error("Press …");
  const filledForPress = await fillForPress(dataDir("press"));
  const mugen = await startMugen({ DATA_DIR: dataDir("press") });
  const pages = await measurePress({ origin: `http://127.0.0.1:${mugen.port}`, ...filledForPress });
  await mugen.stop();
  for (const { page, firstPaintMs, buttonMs, scriptsMs, soundMs, soundAfterMs } of pages) {
    table.note(
      `press on play, ${page}`,
      `${decimal(soundMs)} ms`,
      "",
      `painted ${decimal(firstPaintMs)}, button ${decimal(buttonMs)}, scripts ${decimal(scriptsMs)} ms; from press to sound` +
        ` at once ${decimal(soundAfterMs.visible)}, with scripts ${decimal(soundAfterMs.scripts)}, later ${decimal(soundAfterMs.later)} ms`,
    );
  }
  const { kbps, latencyMs, slowdown } = slowPhone;
  table.note(
    "press on play",
    "to sound",
    "",
    `${kbps} kbps, ${latencyMs} ms, a processor ${slowdown} times slower`,
  );
  results.press = pages;
}

export async function playlist(): Promise<void> {
  console.error("Playlist …");
  const filledPlaylist = await fillPlaylist(dataDir("playlist"));
  const mugen = await startMugen({ DATA_DIR: dataDir("playlist") });
  const origin = `http://127.0.0.1:${mugen.port}`;
  const measured = await measurePlaylist({ origin, ...filledPlaylist });
  await mugen.stop();
  const { htmlBytes, inpMs } = playlistGoals;
  table.note(
    "playlist of 1,000 tracks, HTML (brotli)",
    `${decimal(measured.htmlBytes / 1000, 1)} KB`,
    measured.htmlBytes < htmlBytes ? "" : "MISSED",
    `${decimal(measured.plainHtmlBytes / 1000, 1)} KB uncompressed; at most ${htmlBytes / 1000} KB`,
  );
  for (const { act, worstMs, medianMs } of measured.acts) {
    table.note(
      `playlist, ${act}`,
      `${decimal(medianMs)} ms`,
      worstMs <= inpMs ? "" : "MISSED",
      `worst ${decimal(worstMs)} ms; at most ${inpMs} ms, ${measured.rows} rows, a processor four times slower`,
    );
  }
  results.playlist = measured;
}
