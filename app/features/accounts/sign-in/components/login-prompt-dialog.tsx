import { Dialog } from "#app/ui/dialog/dialog.tsx";
import { Agreement, LoginButton, loginPromptText } from "./login-prompt.tsx";

export function LoginPromptDialog({
  returnPath,
  onClose,
}: {
  returnPath: string | null;
  onClose: () => void;
}) {
  return (
    <Dialog open={returnPath !== null} onClose={onClose} title="ログイン">
      <div className="space-y-6 pb-2">
        <p>{loginPromptText}</p>
        <LoginButton returnPath={returnPath ?? "/"} />
        <Agreement />
      </div>
    </Dialog>
  );
}
