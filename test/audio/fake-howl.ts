/** Stands in for the element of a sound: starts, ends and fails when told. */
export class FakeElement extends EventTarget {
  currentTime = 0;
  playbackRate = 1;
  defaultPlaybackRate = 1;
  preservesPitch = false;
  volume = 1;
  paused = true;
  ended = false;
  preload = "";
  error: { code: number } | null = null;
  refusal: string | null = null;
  calls: string[] = [];
  play() {
    this.calls.push(`play ${this.currentTime}`);
    if (this.refusal) {
      const error = new Error("refused");
      error.name = this.refusal;
      return Promise.reject(error);
    }
    this.paused = false;
    this.ended = false;
    return Promise.resolve();
  }
  pause() {
    this.paused = true;
    this.calls.push("pause");
  }
  load() {
    this.calls.push("load");
  }
  removeAttribute() {}
  tell(name: string) {
    this.dispatchEvent(new Event(name));
  }
  end() {
    this.paused = true;
    this.ended = true;
    this.tell("pause");
    this.tell("ended");
  }
  fail(code: number) {
    this.error = { code };
    this.tell("error");
  }
}
/** Stands in for Howler's Howl. */
export class FakeHowl {
  static made: FakeHowl[] = [];
  readonly source: string;
  readonly _node = new FakeElement();
  readonly _sounds = [{ _node: this._node }];
  isUnloaded = false;
  constructor(options: { src: string[] }) {
    this.source = options.src[0] ?? "";
    FakeHowl.made.push(this);
  }
  unload() {
    this.isUnloaded = true;
  }
}

export { FakeHowl as Howl };
export const Howler = { _html5AudioPool: [{}] };
