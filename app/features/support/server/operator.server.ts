import { environment } from "#app/config/environment.ts";

/** Who runs this installation; null where nothing is configured. */
export interface Operator {
  name: string | null;
  representative: string | null;
  address: string | null;
  phone: string | null;
  email: string | null;
  /** For disputes. */
  court: string | null;
}

/** The operator as the configuration names them. */
export function configuredOperator(): Operator {
  const settings = environment();
  return {
    name: settings.OPERATOR_NAME ?? null,
    representative: settings.OPERATOR_REPRESENTATIVE ?? null,
    address: settings.OPERATOR_ADDRESS ?? null,
    phone: settings.OPERATOR_PHONE ?? null,
    email: settings.SUPPORT_EMAIL ?? null,
    court: settings.OPERATOR_COURT ?? null,
  };
}
