import type { ThemeConfig } from 'antd';

/** The palette of the member app (web/src/ui/tokens.css) as the component library's tokens, by day. */
export const day: ThemeConfig = {
  token: {
    borderRadius: 8,
    colorPrimary: '#0d5458',
    colorLink: '#0d5458',
    colorInfo: '#0d5458',
    colorSuccess: '#176b41',
    colorWarning: '#7d5200',
    colorError: '#a82a22',
    colorBgBase: '#fdfbf6',
    colorBgLayout: '#f5f1e8',
    colorBgContainer: '#fdfbf6',
    colorBgElevated: '#ffffff',
    colorBorder: '#8b8577',
    colorBorderSecondary: '#e1dacb',
    colorTextBase: '#14282b',
    colorTextSecondary: '#42565a',
    colorTextDescription: '#5a6a6d',
    colorTextPlaceholder: '#5a6a6d',
    colorSuccessBg: '#e1eee2',
    colorWarningBg: '#f8ebcb',
    colorErrorBg: '#f8e5df',
    colorInfoBg: '#e0ebe6',
  },
  components: {
    Layout: { headerBg: '#0d5458', headerHeight: 56, headerPadding: '0 16px', lightSiderBg: '#fdfbf6' },
    Menu: { itemSelectedBg: '#e0ebe6', itemBg: '#fdfbf6', activeBarBorderWidth: 0 },
    Descriptions: { labelColor: '#42565a' },
    Table: { headerBg: '#ece6d9', borderColor: '#e1dacb' },
  },
};

/** The same by night. */
export const night: ThemeConfig = {
  token: {
    borderRadius: 8,
    colorPrimary: '#74c9c1',
    colorTextLightSolid: '#06282a',
    colorLink: '#74c9c1',
    colorInfo: '#74c9c1',
    colorSuccess: '#68c693',
    colorWarning: '#e4b965',
    colorError: '#f49a8e',
    colorBgBase: '#0f171c',
    colorBgLayout: '#0f171c',
    colorBgContainer: '#172229',
    colorBgElevated: '#1f2d35',
    colorBorder: '#71858d',
    colorBorderSecondary: '#2b3b44',
    colorTextBase: '#e9eeec',
    colorTextSecondary: '#b6c4c6',
    colorTextDescription: '#95a7ab',
    colorTextPlaceholder: '#95a7ab',
    colorSuccessBg: '#1b3830',
    colorWarningBg: '#3b3322',
    colorErrorBg: '#402b2c',
    colorInfoBg: '#1c3a3f',
  },
  components: {
    Layout: { headerBg: '#162732', headerHeight: 56, headerPadding: '0 16px', lightSiderBg: '#172229' },
    Menu: {
      itemSelectedBg: '#1c3a3f',
      itemBg: '#172229',
      activeBarBorderWidth: 0,
      itemSelectedColor: '#74c9c1',
    },
    Descriptions: { labelColor: '#b6c4c6' },
    Table: { headerBg: '#1f2d35', borderColor: '#2b3b44' },
  },
};
