@echo off
rem Plumbline's command line. Builds itself on first use; needs a JDK, 17 or later.
rem After a change of the sources: plumbline --rebuild
setlocal
set "HERE=%~dp0"
set "TARGET=%HERE%addons\sdk-cli\target"
set "STAMP=%TARGET%\plumbline.built"

set "JAVA=java"
if defined JAVA_HOME set "JAVA=%JAVA_HOME%\bin\java.exe"

if "%~1"=="--rebuild" goto build
if exist "%STAMP%" goto run

:build
echo plumbline: building, once ... 1>&2
if exist "%STAMP%" del "%STAMP%"
if exist "%TARGET%\lib" rmdir /s /q "%TARGET%\lib"
set "MAVEN_OPTS=%MAVEN_OPTS% -Dorg.slf4j.simpleLogger.log.org.apache.maven.plugin.compiler=error"
call "%HERE%mvnw.cmd" -q -B -f "%HERE%pom.xml" -pl :sdk-cli -am package "-Dmaven.test.skip=true" "-Denforcer.skip=true" "-Dbundle.skip=true" 1>&2
if errorlevel 1 (
  echo plumbline: the build failed, see above. It needs a JDK, 17 or later, on the PATH or in JAVA_HOME. 1>&2
  exit /b 2
)
type nul > "%STAMP%"
if "%~1"=="--rebuild" exit /b 0

:run
"%JAVA%" "-Djava.util.logging.config.file=%HERE%addons\sdk-cli\logging.properties" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xshare:auto -cp "%TARGET%\lib\*" dev.plumbline.cli.Plumbline %*
exit /b %ERRORLEVEL%
