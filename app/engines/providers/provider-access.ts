export type EnginePurpose = "script" | "fact-check" | "speech" | "chat" | "harm-check";

/** What a request has used, as far as the provider says. */
export interface TokenUsage {
  inputTokens?: number | undefined;
  outputTokens?: number | undefined;
}

export interface ProviderRequest {
  /** The key of budgets, of the circuit and of the limit of concurrent requests, such as `gemini`. */
  engine: string;
  purpose: EnginePurpose;
  /** The key of its price. */
  model: string;
  /** That are sent. */
  characters: number;
}

/** A request under way. One of its methods is called once, when it has ended. */
interface CountedRequest {
  succeed(usage: TokenUsage): Promise<void>;
  /** Its caller did not wait for it. */
  abort(): Promise<void>;
  /** `EngineError`s say what it means for the provider; any other error says nothing about it. */
  fail(error: unknown): Promise<void>;
}

/** A circuit that let somebody through, to be told what became of it. */
export interface Circuit {
  succeed(): Promise<void>;
  /** `isPermanent`: the operator has to change something. */
  fail(failure: { error: string; isPermanent: boolean }): Promise<void>;
}

/**
 * The way of one member, or of the official account, to providers: budgets, circuits and costs, which have rows in the database.
 * Whoever starts an engine hands it over (`providerAccess`).
 */
export interface ProviderAccess {
  /** Throws `EngineError` (`unavailable`) while the circuit is open. */
  enterCircuit(name: string): Promise<Circuit>;
  /**
   * Counts a request before it is sent. Throws an `EngineError` that is not worth another attempt when the circuit of its engine is
   * open or a budget used up.
   */
  countRequest(request: ProviderRequest): Promise<CountedRequest>;
}
