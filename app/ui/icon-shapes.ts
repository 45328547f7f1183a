// SVG paths of the icons. They reach browsers in style sheets (`app/styles/icons.plugin.ts`), not in scripts.

/** Icons of the sheet that every page waits for: of the navigation, the rows and the player. The others come in a later one. */
export const firstIcons: readonly string[] = [
  "home",
  "search",
  "plus",
  "bell",
  "person",
  "menu",
  "back",
  "forward",
  "down",
  "check",
  "close",
  "heart",
  "heart-filled",
  "bookmark",
  "bookmark-filled",
  "headphones",
  "infinity",
  "share",
  "crown",
  "play",
  "pause",
  "next",
  "previous",
];

/** Lines on a 24-unit grid. */
export const outlines = {
  home: "M4 11 12 4l8 7v8a1 1 0 0 1-1 1h-4.5v-6h-5v6H5a1 1 0 0 1-1-1z",
  search: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5 20.5 20.5",
  plus: "M12 5v14M5 12h14",
  bell: "M12 3.5a5.5 5.5 0 0 0-5.5 5.5c0 5-2 6.5-2 6.5h15s-2-1.5-2-6.5A5.5 5.5 0 0 0 12 3.5zM10 19a2.1 2.1 0 0 0 4 0",
  person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c.6-3.8 3.6-6 7.5-6s6.9 2.2 7.5 6",
  menu: "M4 7h16M4 12h16M4 17h10",
  back: "M14.5 5 7.5 12l7 7",
  forward: "M9.5 5l7 7-7 7",
  down: "M5 9l7 7 7-7",
  up: "M5 15l7-7 7 7",
  grip: "M9 6.5v.1M15 6.5v.1M9 12v.1M15 12v.1M9 17.5v.1M15 17.5v.1",
  sun: "M12 16.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4",
  moon: "M20 14.2A8.3 8.3 0 0 1 9.8 4a8.3 8.3 0 1 0 10.2 10.2z",
  check: "M4.5 12.5 9.5 17.5 19.5 6.5",
  warning: "M12 4 2.8 19.5h18.4zM12 10v4.5M12 17v.1",
  info: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5.5M12 7.8v.1",
  error: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7.5V13M12 16.3v.1",
  close: "M6 6l12 12M18 6 6 18",
  heart: "M12 20s-8-4.6-8-10.4A4.4 4.4 0 0 1 12 7a4.4 4.4 0 0 1 8 2.6C20 15.4 12 20 12 20z",
  bookmark: "M6.5 4h11v16.5L12 16.5l-5.5 4z",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 14.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6z",
  "eye-off":
    "M3 3l18 18M6.5 7.2C4 9 2.5 12 2.5 12S6 18.5 12 18.5c1.7 0 3.2-.5 4.5-1.2M10 5.7a10 10 0 0 1 2-.2c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-2.3 3.1M10 10a2.8 2.8 0 0 0 4 4",
  headphones:
    "M4 15v-2.5a8 8 0 0 1 16 0V15M4 14.5h2.5a1 1 0 0 1 1 1v3.5a1 1 0 0 1-1 1H5.5A1.5 1.5 0 0 1 4 18.5zM20 14.5h-2.5a1 1 0 0 0-1 1v3.5a1 1 0 0 0 1 1h1a1.5 1.5 0 0 0 1.5-1.5z",
  clock: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5.3l3.3 2",
  speed: "M5.2 18.5a9 9 0 1 1 13.6 0M12 14.5l4-5M12 14.6v-.1",
  queue: "M4 6.5h16M4 12h9M4 17.5h9M16.5 12.8v6l4.5-3z",
  keyboard: "M3 6.5h18v11H3zM6.5 10h.1M10 10h.1M13.5 10h.1M17 10h.1M8 14h8",
  calendar: "M4.5 6h15v14h-15zM4.5 10.5h15M8.5 3.5V7M15.5 3.5V7",
  infinity:
    "M12 12c-1.9-2.6-3.4-4.2-5.7-4.2a4.2 4.2 0 0 0 0 8.4c2.3 0 3.8-1.6 5.7-4.2 1.9-2.6 3.4-4.2 5.7-4.2a4.2 4.2 0 0 1 0 8.4c-2.3 0-3.8-1.6-5.7-4.2z",
  crown: "M4 17.5 3 7.5l5 3.8L12 5l4 6.3 5-3.8-1 10zM4.5 20.5h15",
  share: "M12 15V3.5M8 7l4-3.5L16 7M6 11H4.5v9.5h15V11H18",
  copy: "M9 9h11v11H9zM15.5 9V4H4v11.5h5",
  invite:
    "M10 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM3 20.5c.5-3.8 3.3-6 7-6 1.8 0 3.4.5 4.6 1.5M18.5 14.5v6M15.5 17.5h6",
  qr: "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2.5v2.5H14zM20 14v2.5M17 20h3M14 20v-.1",
  link: "M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1",
  code: "M8.5 7.5 4 12l4.5 4.5M15.5 7.5 20 12l-4.5 4.5",
  edit: "M4.5 19.5l.8-4L16 4.8l3.2 3.2L8.5 18.7zM13.5 7.3l3.2 3.2",
  trash: "M4.5 6.5h15M9.5 6.5V4h5v2.5M6.5 6.5l.8 14h9.4l.8-14M10.2 10.5v6M13.8 10.5v6",
  refresh: "M19.5 12a7.5 7.5 0 1 1-2.2-5.3L19.5 9M19.5 4v5h-5",
  settings:
    "M4 7h9M17 7h3M4 17h3M11 17h9M15 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM9 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z",
  document: "M6 3.5h8l4.5 4.5v12.5H6zM14 3.5V8h4.5M9 12.5h6M9 16h6",
  sparkle: "M12 4l1.8 5.2L19 11l-5.2 1.8L12 18l-1.8-5.2L5 11l5.2-1.8zM19 17v3M17.5 18.5h3",
  voice: "M4 10v4M8 6.5v11M12 4v16M16 8v8M20 10.5v3",
  download: "M12 4v11.5M7.5 11 12 15.5 16.5 11M4.5 20h15",
  install: "M7 2.5h10v19H7zM12 7.5v7M9.3 12l2.7 2.7 2.7-2.7M10.5 18.5h3",
  logout: "M10 4.5H5v15h5M9.5 12h10M16 8l4 4-4 4",
  mail: "M3.5 6h17v12.5h-17zM4 6.5l8 6.5 8-6.5",
  rss: "M5.5 11a7.5 7.5 0 0 1 7.5 7.5M5.5 5A13.5 13.5 0 0 1 19 18.5M6.5 17.5v.1",
  flag: "M5.5 21V4M5.5 5c4-2.5 8 2.5 13 0v9c-5 2.5-9-2.5-13 0",
  lock: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
  offline: "M3 3l18 18M8.5 15.5a5 5 0 0 1 7 0M5 12a10 10 0 0 1 4-2.4M19 12a10 10 0 0 0-6-2.9M12 19v.1",
} as const;

/** Shapes on the same grid. */
export const filled = {
  play: "M7.5 4.7v14.6a.8.8 0 0 0 1.2.7l11.4-7.3a.8.8 0 0 0 0-1.4L8.7 4a.8.8 0 0 0-1.2.7z",
  pause:
    "M6.5 4.5h3.3a.7.7 0 0 1 .7.7v13.6a.7.7 0 0 1-.7.7H6.5a.7.7 0 0 1-.7-.7V5.2a.7.7 0 0 1 .7-.7zM14.2 4.5h3.3a.7.7 0 0 1 .7.7v13.6a.7.7 0 0 1-.7.7h-3.3a.7.7 0 0 1-.7-.7V5.2a.7.7 0 0 1 .7-.7z",
  next: "M5 5.2v13.6a.7.7 0 0 0 1.1.6l9.4-6.8v6.2h2.5V5.2h-2.5v6.2L6.1 4.6A.7.7 0 0 0 5 5.2z",
  previous: "M19 5.2v13.6a.7.7 0 0 1-1.1.6l-9.4-6.8v6.2H6V5.2h2.5v6.2l9.4-6.8a.7.7 0 0 1 1.1.6z",
  "heart-filled": outlines.heart,
  "bookmark-filled": outlines.bookmark,
} as const;
