import { useNavigation } from "react-router";

/** A line at the top while the next page is on its way; quick pages (150 ms) never show it. */
export function NavigationProgress() {
  const { state } = useNavigation();
  if (state === "idle") return null;
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-0 z-50 h-[3px] overflow-hidden">
      <span className="sr-only">読み込み中</span>
      <div className="h-full origin-left animate-travel bg-accent" />
    </div>
  );
}
