import { useLocation } from "react-router";
import { LinkTabs } from "#app/ui/link-tabs.tsx";

const tabs = [
  { to: "/admin/tracks", label: "ファイル一覧" },
  { to: "/admin/upload", label: "アップロード" },
  { to: "/admin/generate", label: "AI生成" },
];

/** The three pages of the section 音声. */
export function AudioTabs() {
  const { pathname } = useLocation();
  return (
    <LinkTabs
      label="音声"
      tabs={tabs.map((tab) => ({ ...tab, isCurrent: pathname === tab.to }))}
      className="mb-6 max-w-160"
    />
  );
}
