import { t } from '../platform/texts.ts';
import style from './withdrawal.module.css';

/** From which score on it is warm, and hot; the rules' own thresholds are the server's. */
const WARM = 30;
const HOT = 60;

export function riskLevel(score: number): 'low' | 'medium' | 'high' {
  return score >= HOT ? 'high' : score >= WARM ? 'medium' : 'low';
}

/** The risk score in colour and in words, so that it is read without the colour, too. */
export function RiskScore({ score }: { score: number }) {
  const level = riskLevel(score);
  return (
    <span className={`${style.score} ${style[level]}`} title={t(`risk_${level}`)}>
      {score}
      <span className={style.level}>{t(`risk_${level}`)}</span>
    </span>
  );
}
