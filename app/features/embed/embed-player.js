// Inlined into the embedded player's page without a build step: no imports.
const player = document.querySelector(".player");
const audio = player.querySelector("audio");
const controls = player.querySelector(".controls");
const button = controls.querySelector("button");
const bar = controls.querySelector("input");
const elapsed = controls.querySelector(".elapsed");
const errorMessage = player.querySelector(".error");
const durationLabel = controls.querySelector(".duration");
/** The tracks of a playlist in order; empty in a track's player. */
const rows = [...document.querySelectorAll(".tracks a")];

let { title, author: artist } = button.dataset;
let duration = Number(player.dataset.duration);
/** What is played of the track (s): a clip's passage, else all. */
const start = Number(player.dataset.start ?? 0);
const end = Number(player.dataset.end ?? Number.POSITIVE_INFINITY);
let endTimer;

/** A play counts after this playing time (ms). */
const countAfterMs = 3000;
let remainingMs = countAfterMs;
/** When playing started (`performance.now()`); 0 while it does not play. */
let playingSince = 0;
let countTimer;

audio.controls = false;
audio.hidden = true;
controls.hidden = false;

const formatTime = (seconds) =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

function showPosition(seconds) {
  bar.value = String(seconds);
  bar.setAttribute("aria-valuetext", `${formatTime(seconds)} / ${formatTime(duration)}`);
  elapsed.textContent = formatTime(seconds);
}

function countPlay() {
  remainingMs = 0;
  fetch(`/api/tracks/${player.dataset.track}/increment-play-count`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: '{"from":"embed"}',
    keepalive: true,
  }).catch(() => undefined);
}

function stopCounting() {
  clearTimeout(countTimer);
  if (playingSince > 0) remainingMs = Math.max(0, remainingMs - (performance.now() - playingSince));
  playingSince = 0;
}

function showError() {
  // After an error `paused` is still false.
  audio.pause();
  errorMessage.textContent = "再生できませんでした。もう一度お試しください。";
}

function updateLabel() {
  button.setAttribute("aria-label", `「${title}」を${audio.paused ? "再生" : "一時停止"}`);
}

function play() {
  errorMessage.textContent = "";
  if (audio.currentTime < start || audio.currentTime >= end - 0.05) audio.currentTime = start;
  audio.play().catch((error) => error.name !== "AbortError" && showError());
}

/** Loads a track of the playlist into the player. */
function loadTrack(row) {
  for (const other of rows) other.removeAttribute("aria-current");
  row.setAttribute("aria-current", "true");
  row.scrollIntoView({ block: "nearest" });
  const { track } = row.dataset;
  ({ title, author: artist } = row.dataset);
  duration = Number(row.dataset.duration);
  player.dataset.track = track;
  audio.src = `/audio/${track}.mp3`;
  // The track before may still play: its time is none of this one's.
  stopCounting();
  remainingMs = countAfterMs;
  bar.max = String(Math.max(1, Math.floor(duration)));
  durationLabel.textContent = formatTime(duration);
  showPosition(0);
  updateLabel();
}

for (const row of rows) {
  row.addEventListener("click", (event) => {
    // Opens a new tab or window, as any link does.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (!row.hasAttribute("aria-current")) loadTrack(row);
    play();
  });
}
audio.addEventListener("ended", () => {
  const next = rows[rows.findIndex((row) => row.hasAttribute("aria-current")) + 1];
  if (rows.length === 0 || !next) return;
  loadTrack(next);
  play();
});

button.addEventListener("click", () => {
  if (!audio.paused) return audio.pause();
  // After an error the element must load again; it continues at the same position.
  if (audio.error) {
    const position = audio.currentTime;
    audio.load();
    audio.currentTime = position;
  }
  play();
});
bar.addEventListener("input", () => {
  audio.currentTime = start + bar.valueAsNumber;
  showPosition(bar.valueAsNumber);
});
/** By a timer, because positions come only a few times a second. */
function stopAtEnd() {
  clearTimeout(endTimer);
  if (audio.paused || end === Number.POSITIVE_INFINITY) return;
  const leftMs = ((end - audio.currentTime) / audio.playbackRate) * 1000;
  if (leftMs <= 0) audio.pause();
  else endTimer = setTimeout(stopAtEnd, leftMs);
}

audio.addEventListener("timeupdate", () => {
  showPosition(Math.max(0, audio.currentTime - start));
  stopAtEnd();
});
audio.addEventListener("error", showError);
audio.addEventListener("playing", () => {
  playingSince = performance.now();
  if (remainingMs > 0) countTimer = setTimeout(countPlay, remainingMs);
});
for (const name of ["pause", "waiting", "ended", "emptied"]) audio.addEventListener(name, stopCounting);
for (const name of ["play", "pause", "ended"]) {
  audio.addEventListener(name, () => {
    button.toggleAttribute("data-playing", !audio.paused);
    updateLabel();
  });
}
if ("mediaSession" in navigator) {
  audio.addEventListener("play", () => {
    const artwork = [
      { src: `/api/tracks/${player.dataset.track}/cover.png?size=512`, sizes: "512x512", type: "image/png" },
    ];
    navigator.mediaSession.metadata = new MediaMetadata({ title, artist, artwork });
  });
}
