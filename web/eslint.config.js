import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

// Prettier checks the layout of the code, and svelte-check finds unused names (tsconfig.json).
export default ts.config(
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  svelte.configs.prettier,
  { languageOptions: { globals: globals.browser } },
  { files: ['tools/*', '*.config.*'], languageOptions: { globals: globals.node } },
  {
    rules: {
      '@typescript-eslint/no-unused-vars': 'off', // noUnusedLocals finds them, and knows {#each ... as _}
      'svelte/require-each-key': 'off', // ticks of a scale and tokens in a heap have no identity
      'svelte/prefer-svelte-reactivity': 'off', // most maps and sets here are local to a function
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig } },
  },
);
