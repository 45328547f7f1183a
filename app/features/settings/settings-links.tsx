import { Link } from "react-router";
import { Card } from "#app/ui/card.tsx";
import { Icon } from "#app/ui/icon.tsx";

const links = [
  { to: "/profile/edit", label: "プロフィールの編集", icon: "edit" },
  { to: "/profile/account#sessions", label: "ログイン中の端末", icon: "lock" },
  { to: "/profile/account#export", label: "データのダウンロード", icon: "download" },
  { to: "/profile/account#deletion", label: "アカウントの削除", icon: "trash" },
] as const;

/** Where the account itself is looked after. */
export function SettingsLinks() {
  return (
    <Card as="div" flush>
      <ul className="divide-y divide-line">
        {links.map(({ to, label, icon }) => (
          <li key={to}>
            <Link to={to} className="flex min-h-14 items-center gap-3 px-4 hover:bg-sunken">
              <Icon name={icon} className="text-muted" />
              <span className="flex-1">{label}</span>
              <Icon name="forward" className="text-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
