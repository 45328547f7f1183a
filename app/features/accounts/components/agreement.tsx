import { Link } from "react-router";

/** What a sign-in means; beside every way to it. */
export function Agreement() {
  return (
    <p className="text-xs text-muted">
      ログインすると、
      <Link to="/terms" className="inline-block py-1 underline">
        利用規約
      </Link>
      と
      <Link to="/privacy" className="inline-block py-1 underline">
        プライバシーポリシー
      </Link>
      に同意したことになります。
    </p>
  );
}
