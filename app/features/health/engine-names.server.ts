export interface EngineNames {
  script: string;
  factCheck: string;
  speech: string;
  themes: string;
}

let read: (() => Promise<EngineNames>) | undefined;

/** Says how the names of the engines are found; called once at start. */
export function registerEngineNames(readNames: () => Promise<EngineNames>): void {
  read = readNames;
}

/** The names of this installation's engines. Rejects when a configured one is missing. */
export async function engineNames(): Promise<EngineNames> {
  if (!read) throw new Error("no engine names are registered");
  return read();
}
