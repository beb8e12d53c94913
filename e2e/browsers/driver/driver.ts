/** A browser with one window and an own profile, over either protocol of WebDriver. */
export type Driver = {
  goto: (url: string) => Promise<void>;
  /** The value of an expression in the page, as JSON carries it. */
  evaluate: (expression: string) => Promise<unknown>;
  /** Input of a user: https://www.w3.org/TR/webdriver2/#actions */
  perform: (source: InputSource) => Promise<void>;
  /** Chooses files in the file input that the expression finds. */
  setFiles: (expression: string, files: readonly string[]) => Promise<void>;
  screenshot: () => Promise<Buffer>;
  /** The page as a PDF; undefined where WebDriver cannot print. */
  print: () => Promise<Buffer | undefined>;
  resize: (size: WindowSize) => Promise<void>;
  /** Errors and warnings of the console, and violations of the Content-Security-Policy. */
  complaints: () => Promise<readonly string[]>;
  close: () => Promise<void>;
};

export type WindowSize = { width: number; height: number };

export type InputSource =
  | { type: 'key'; id: string; actions: readonly KeyAction[] }
  | {
      type: 'pointer';
      id: string;
      parameters: { pointerType: 'mouse' | 'touch' };
      actions: readonly PointerAction[];
    };

export type KeyAction = { type: 'keyDown' | 'keyUp'; value: string };

export type PointerAction =
  | { type: 'pointerMove'; duration: 0; x: number; y: number }
  | { type: 'pointerDown' | 'pointerUp'; button: 0 };

/** What an engine starts with. */
export type Launch = WindowSize & {
  /** A finger instead of a mouse, where the engine can. */
  isPhone: boolean;
  /** The browser's profile, which the caller removes. */
  profile: string;
  /** Where the browser saves downloads. */
  downloads: string;
};

export type Engine = {
  name: 'chromium' | 'firefox' | 'webkit';
  launch: (launch: Launch) => Promise<Driver>;
  /** WebKitGTK turns touch actions of WebDriver into those of a mouse. */
  hasTouch: boolean;
};
