import type { h } from "preact";

export { Fragment, h, render } from "preact";
export { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
export { batch, computed, effect, Signal, signal, useComputed, useSignal, useSignalEffect } from "@preact/signals";
export const html: (strings: TemplateStringsArray, ...values: any[]) => ReturnType<typeof h>;
