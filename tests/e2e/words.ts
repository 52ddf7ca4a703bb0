// The page's words, read from where they live: a second copy here would only have to be kept equal.
import { readFileSync } from 'node:fs';

export type Lang = 'de' | 'en';
export const LANGS: Lang[] = ['en', 'de'];

// A word, or a sentence with values, for which `fill` puts them in.
export type Words = Record<string, string>;

export const WORDS: Record<Lang, Words> = { de: read('de'), en: read('en') };

export function fill(sentence: string, values: Record<string, string | number>): string {
  return sentence.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}

// `name: "text",` and `name: |value| format!("text {value}"),`, over as many lines as they take.
function read(lang: Lang): Words {
  const source = readFileSync(new URL(`../../locales/${lang}.rs`, import.meta.url), 'utf8');
  const entry = /^ {4}(\w+): (?:\|[^|]*\| )?\{?\s*(?:format!\()?\s*("(?:[^"\\]|\\.)*")/gm;
  const words = Object.fromEntries([...source.matchAll(entry)].map(([, name, text]) => [name, JSON.parse(text)]));
  // A word that is asked for and not there must not become a search for "undefined".
  return new Proxy(words, {
    get(target, name) {
      if (typeof name === 'string' && !(name in target)) throw new Error(`locales/${lang}.rs has no ${name}`);
      return Reflect.get(target, name);
    },
  });
}
