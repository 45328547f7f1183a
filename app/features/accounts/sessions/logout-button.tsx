import { Form } from "react-router";
import { Button, type ButtonVariant } from "#app/ui/button.tsx";

export function LogoutButton({ variant, wide }: { variant: ButtonVariant; wide?: boolean }) {
  return (
    <Form method="post" action="/api/auth/logout" reloadDocument>
      <Button variant={variant} wide={wide ?? false} icon="logout">
        ログアウト
      </Button>
    </Form>
  );
}
