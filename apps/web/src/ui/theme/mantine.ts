import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/global.layer.css';
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

// All shades are one colour; theme.css chooses shades by role.
const accent: MantineColorsTuple = Array<string>(10).fill(
  'var(--accent)',
) as unknown as MantineColorsTuple; // fill forgets the length

/** Mantine in the clothes of theme.css; its own layer of styles loses against ours. */
export const theme = createTheme({
  primaryColor: 'accent',
  colors: { accent },
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--font-mono)',
  fontSizes: {
    xs: 'var(--text-xs)',
    sm: 'var(--text-md)',
    md: 'var(--text-md)',
    lg: 'var(--text-lg)',
    xl: 'var(--text-xl)',
  },
  headings: { fontWeight: '650' },
  defaultRadius: 'var(--radius-1)',
  respectReducedMotion: true,
});

const ours = {
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-bright': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--muted)',
  '--mantine-color-placeholder': 'var(--muted)',
  '--mantine-color-error': 'var(--bad)',
  '--mantine-color-anchor': 'var(--accent-text)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--surface-2)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--line-strong)',
  '--mantine-primary-color-filled': 'var(--accent)',
  '--mantine-primary-color-filled-hover': 'var(--accent-hover)',
  '--mantine-primary-color-contrast': 'var(--on-accent)',
  '--mantine-primary-color-light': 'var(--accent-soft)',
  '--mantine-primary-color-light-hover': 'var(--accent-soft)',
  '--mantine-primary-color-light-color': 'var(--accent-text)',
};

export const themeVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: ours,
  dark: ours,
});
