export type EnginePurpose = "script" | "fact-check" | "speech" | "chat" | "harm-check";

/** What a request used, as far as the provider says. */
export interface TokenUsage {
  inputTokens?: number | undefined;
  outputTokens?: number | undefined;
}

export interface ProviderRequest {
  /** Of budgets, circuit and concurrency, such as `gemini`. */
  engine: string;
  purpose: EnginePurpose;
  model: string;
  characters: number;
}

/** Exactly one method is called at the end. */
interface CountedRequest {
  succeed(usage: TokenUsage): Promise<void>;
  abort(): Promise<void>;
  /** Other errors than `EngineError` say nothing about the provider. */
  fail(error: unknown): Promise<void>;
}

export interface Circuit {
  succeed(): Promise<void>;
  /** `isPermanent`: the operator must change something. */
  fail(failure: { error: string; isPermanent: boolean }): Promise<void>;
}

/** Budgets, circuits and costs of a member or the official account (`providerAccess`). */
export interface ProviderAccess {
  /** Throws `EngineError` (`unavailable`) while open. */
  enterCircuit(name: string): Promise<Circuit>;
  /** Before sending. Throws a final `EngineError` if the circuit is open or a budget used up. */
  countRequest(request: ProviderRequest): Promise<CountedRequest>;
}
