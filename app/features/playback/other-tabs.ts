/** Tabs of the site give way to each other: `announce` says that this one sounds, and `onOther` hears of others. */
export function createOtherTabs(onOther: () => void): { announce: () => void } {
  if (typeof BroadcastChannel === "undefined") return { announce() {} };
  const channel = new BroadcastChannel("mugen-player");
  channel.addEventListener("message", onOther);
  return { announce: () => channel.postMessage("sounds") };
}
