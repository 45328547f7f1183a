/**
 * Tabs of the site give way to each other: `announce` says that this one sounds, and from then on `onOther` hears of
 * others. Until then no channel is open, for browsers do not keep pages with one.
 */
export function createOtherTabs(onOther: () => void): { announce: () => void } {
  let channel: BroadcastChannel | undefined;
  return {
    announce() {
      if (typeof BroadcastChannel === "undefined") return;
      if (!channel) {
        channel = new BroadcastChannel("mugen-player");
        channel.addEventListener("message", onOther);
      }
      channel.postMessage("sounds");
    },
  };
}
