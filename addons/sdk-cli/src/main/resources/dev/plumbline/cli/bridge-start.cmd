@echo off
rem Starts the bridge to a running program with a Java from 17 on.
setlocal
set "JAVA="
if defined JAVA_HOME if exist "%JAVA_HOME%\bin\java.exe" set "JAVA=%JAVA_HOME%\bin\java.exe"
if not defined JAVA for %%J in (java.exe) do set "JAVA=%%~$PATH:J"
if not defined JAVA for /d %%D in ("%ProgramFiles%\Eclipse Adoptium\jdk-*" "%ProgramFiles%\Eclipse Adoptium\jre-*" "%ProgramFiles%\Java\jdk-*" "%ProgramFiles%\Microsoft\jdk-*" "%ProgramFiles%\Zulu\zulu-*") do if exist "%%~D\bin\java.exe" set "JAVA=%%~D\bin\java.exe"
if not defined JAVA goto none
"%JAVA%" --list-modules >nul 2>&1 || goto none
"%JAVA%" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp "%~dp0lib\*" dev.plumbline.cli.BundledBridge %*
exit /b %ERRORLEVEL%
:none
echo plumbline: no Java 17 or newer was found. Install one, for example from https://adoptium.net, or set JAVA_HOME, and start this server again 1>&2
exit /b 1
