import { useLocation } from "react-router";
import { isPermitted } from "#app/features/audit/operator-roles.ts";
import { LinkTabs } from "#app/ui/link-tabs.tsx";
import { useOperatorRole } from "../console-data.ts";

const tabs = [
  { to: "/admin/tracks", label: "ファイル一覧" },
  { to: "/admin/upload", label: "アップロード" },
  { to: "/admin/generate", label: "AI生成" },
];

export function AudioTabs() {
  const role = useOperatorRole();
  const { pathname } = useLocation();
  const permitted = tabs.filter(({ to }) => isPermitted({ role }, `GET ${to}`));
  if (permitted.length === 1) return null;
  return (
    <LinkTabs
      label="音声"
      tabs={permitted.map((tab) => ({ ...tab, isCurrent: pathname === tab.to }))}
      className="mb-6 max-w-160"
    />
  );
}
