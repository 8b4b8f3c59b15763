// ESLint looks for this in the scripts of the site, the build and the tests: the
// rules that it recommends. Of its versions 9 is the last that runs on Node 18, which
// Debian 12 and Ubuntu 24.04 have.
import js from '@eslint/js';
import globals from 'globals';

export default [
  js.configs.recommended,
  { files: ['**/*.mjs'], languageOptions: { globals: globals.node } },
  // These hand functions to a page, which runs them.
  { files: ['tests/{engines,fonts,judge,page,points,webdriver}.mjs'], languageOptions: { globals: globals.browser } },
  { files: ['**/*.js'], languageOptions: { sourceType: 'script', globals: globals.browser } },
  // assets.sh puts these behind site.js; the last two names are loaded when they are needed.
  ...[
    ['{figure,predict,search,strip}', 'make all page keys remember recall MiniSearch searchIndex'],
    ['site', 'bringDrawing'],
    ['predict', 'axis bringDrawing drawn isNarrow nearing panelsOf shownDrawing'],
  ].map(([file, names]) => ({
    files: [`templates/web/${file}.js`],
    languageOptions: { globals: Object.fromEntries(names.split(' ').map(name => [name, 'readonly'])) },
  })),
];
