// Sent inside the embedded player's page, as it stands here: no imports, no build.
const player = document.querySelector(".player");
const audio = player.querySelector("audio");
const controls = player.querySelector(".controls");
const button = controls.querySelector("button");
const bar = controls.querySelector("input");
const elapsed = controls.querySelector(".elapsed");
const trouble = player.querySelector(".trouble");
const whole = controls.querySelector(".whole");
/** Of a playlist, its tracks in their order. */
const rows = [...document.querySelectorAll(".tracks a")];

let { title } = button.dataset;
let artist = player.querySelector("header p").textContent;
let duration = Number(player.dataset.duration);

/** Playing time after which a play counts, and what is left of it, in ms. */
let left = 3000;
let since = 0;
let counting;

audio.controls = false;
audio.hidden = true;
controls.hidden = false;

const timeOf = (seconds) =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

function show(seconds) {
  bar.value = String(seconds);
  bar.setAttribute("aria-valuetext", `${timeOf(seconds)} / ${timeOf(duration)}`);
  elapsed.textContent = timeOf(seconds);
}

function count() {
  left = 0;
  fetch(`/api/tracks/${player.dataset.track}/increment-play-count`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: "{}",
    keepalive: true,
  }).catch(() => undefined);
}

function fail() {
  // An element that has failed does not call itself paused.
  audio.pause();
  trouble.textContent = "再生できませんでした。もう一度お試しください。";
}

function nameButton() {
  button.setAttribute("aria-label", `「${title}」を${audio.paused ? "再生" : "一時停止"}`);
}

function play() {
  trouble.textContent = "";
  audio.play().catch((error) => error.name !== "AbortError" && fail());
}

/** Puts a track of the playlist into the player. */
function take(row) {
  for (const other of rows) other.removeAttribute("aria-current");
  row.setAttribute("aria-current", "true");
  row.scrollIntoView({ block: "nearest" });
  const { track } = row.dataset;
  ({ title, poster: artist } = row.dataset);
  duration = Number(row.dataset.duration);
  player.dataset.track = track;
  audio.src = `/api/stream/${track}`;
  left = 3000;
  bar.max = String(Math.max(1, Math.floor(duration)));
  whole.textContent = timeOf(duration);
  show(0);
  nameButton();
}

for (const row of rows) {
  row.addEventListener("click", (event) => {
    // Into a new tab, as of any link.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (!row.hasAttribute("aria-current")) take(row);
    play();
  });
}
audio.addEventListener("ended", () => {
  const next = rows[rows.findIndex((row) => row.hasAttribute("aria-current")) + 1];
  if (rows.length === 0 || !next) return;
  take(next);
  play();
});

button.addEventListener("click", () => {
  if (!audio.paused) return audio.pause();
  // After a fault the element has to fetch anew, and goes on where it was.
  if (audio.error) {
    const from = audio.currentTime;
    audio.load();
    audio.currentTime = from;
  }
  play();
});
bar.addEventListener("input", () => {
  audio.currentTime = bar.valueAsNumber;
  show(bar.valueAsNumber);
});
audio.addEventListener("timeupdate", () => show(audio.currentTime));
audio.addEventListener("error", fail);
audio.addEventListener("playing", () => {
  since = performance.now();
  if (left > 0) counting = setTimeout(count, left);
});
for (const name of ["pause", "waiting", "ended", "emptied"]) {
  audio.addEventListener(name, () => {
    clearTimeout(counting);
    if (since > 0) left = Math.max(0, left - (performance.now() - since));
    since = 0;
  });
}
for (const name of ["play", "pause", "ended"]) {
  audio.addEventListener(name, () => {
    button.toggleAttribute("data-playing", !audio.paused);
    nameButton();
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
